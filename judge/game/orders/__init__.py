"""What happens to orders between their arrival and the phase they are for."""
