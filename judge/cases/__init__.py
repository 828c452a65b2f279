"""Shell: the case file. In goes a position with orders, as YAML or JSON; out comes its outcome, or what is not as expected."""
