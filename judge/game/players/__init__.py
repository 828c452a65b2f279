"""Seats and the people in them: joining, standing by, observing, voting, press."""
