"""What every title stands on. No title is named here."""
