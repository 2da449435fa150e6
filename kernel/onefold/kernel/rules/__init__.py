"""The rules: one module each, and tables of them by what they are about.

Only what a document needs is imported: nearly every run meets workflows alone.
"""
