"""The words of the command `bundle`, one module each; heavy libraries are loaded when one of them runs."""
