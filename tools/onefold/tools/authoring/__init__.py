"""Cases for whoever writes workflows: the prompt, the answer, and what is made of it."""
