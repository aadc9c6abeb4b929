"""The bundled rules files, one YAML card for each ruleset."""
