"""`judge doctor`: what is wrong with a judge, or soon may be. Its checks look at everything, and change nothing."""
