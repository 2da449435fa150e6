"""Strings that look like secrets: tokens of known forms, private keys, and values given to names such as `api_key`.

What is found is never shown as it is: a mask is the only way in which it reaches a person.
"""
