"""The RSGI application of the web server: it runs config.wsgi in a few threads that never wait for slow peers."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from io import BytesIO
from wsgiref.types import WSGIApplication

from config.web.answers import Stream, answer, refuse
from config.web.bodies import Bodies, BodyRefusedError, awaited_length
from config.web.environ import environ_of
from config.web.rsgi import HTTPProtocol, Scope
from config.web.stopping import close_connections, on_stop
from config.web.streams import Streams
from config.wsgi import application as wsgi_application

THREADS = 4  # below the number of connections in the pool of the database
STOP_SECONDS = 5  # for requests at work and streams, after a signal to stop; below the workers' kill timeout

logger = logging.getLogger(__name__)

_Done = asyncio.Future[Stream | None]


class Application:
    """One in each worker process, on its event loop."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi
        self._threads = ThreadPoolExecutor(THREADS, "web")
        self._bodies = Bodies()
        self._server = ""  # HOST:PORT

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._streams = Streams(loop)
        on_stop(loop, self._stop)

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        self._server = scope.server
        environ = environ_of(scope)
        body = None
        if length := awaited_length(environ):
            try:
                body = await self._bodies.receive(proto, length)
            except BodyRefusedError as refusal:
                return refuse(proto, refusal.status, refusal.code, refusal.message)
        environ["wsgi.input"] = BytesIO(body.content if body else b"")
        done: _Done = self._loop.create_future()
        self._threads.submit(self._work, environ, proto, done)
        try:
            stream = await done
        finally:
            if body:
                body.release()
        if stream is not None:
            await self._streams.send(stream, proto, scope)
        return None

    def _work(self, environ: dict[str, object], proto: HTTPProtocol, done: _Done) -> None:
        """In a thread, which sends the answer itself: the loop only learns that it is sent."""
        stream = None
        try:
            stream = answer(self._wsgi, environ, proto)
        except Exception:
            logger.exception("The application raised an error.")
            refuse(proto, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "Something went wrong.")
        finally:
            self._loop.call_soon_threadsafe(done.set_result, stream)

    def _stop(self) -> None:
        """New connections are no longer accepted, and idle ones are closed. What is at work may end."""
        self._bodies.refuse_all()
        self._loop.call_later(STOP_SECONDS, close_connections, self._server)


application = Application(wsgi_application)
