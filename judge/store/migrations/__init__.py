"""How the store grows: one file per step in `versions`, applied in order whenever a store is opened."""
