"""The web server: granian over RSGI, in front of the WSGI application. `python -m server` starts it (decision 44).

A request gets a thread only after its whole body has arrived. A stream holds a thread while it is produced, not while
it is read. So slow peers hold no thread.
"""
