"""Function tools: what a model may call. Each is declared once; lists, schemas and the MCP server are made of that."""
