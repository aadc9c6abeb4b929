"""Pictures on the pages of the site, drawn by the library."""
