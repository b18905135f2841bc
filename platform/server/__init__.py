"""The web server: granian over RSGI, in front of the WSGI application. `python -m server` starts it (decision 44).

A request gets a thread when it has come in whole, and a stream gets one until it is made: slow peers hold no thread.
"""
