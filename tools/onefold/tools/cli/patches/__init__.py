"""The words of `onefold patch`, one module each."""
