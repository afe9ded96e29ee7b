"""What is written for people beside a title's data: `titles/<slug>/text/`."""
