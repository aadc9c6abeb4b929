"""The JSON Schemas of the rules files and of all data that is written."""
