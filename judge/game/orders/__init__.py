"""Orders between their arrival and the phase that they are for."""
