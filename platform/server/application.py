"""The RSGI application of the web server: it runs config.wsgi in a few threads that never wait for slow peers."""

import asyncio
import logging
import sys
from collections import deque
from http import HTTPStatus
from io import BytesIO
from threading import Thread
from wsgiref.types import WSGIApplication

from kit.tallies import TURNED_AWAY
from server.answers import LAST_OF_CONNECTION, Stream, answer, refuse
from server.bodies import Bodies, BodyRefusedError, ReceivedBody, awaited_length, has_unread_body
from server.environ import environ_of
from server.line import RequestQueue
from server.rsgi import HTTPProtocol, Scope
from server.stopping import close_connections, on_stop
from server.streams import Streams
from server.urgency import Urgency, urgency_of

THREADS = 4  # fewer than the connections in the database pool
STOP_SECONDS = 5  # after a stop signal, for running requests and streams; less than `server.KILL_SECONDS`
SETTLING_SECONDS = 0.1  # between two checks for sent answers and overdue requests; a new request checks the former too
SWITCH_SECONDS = 0.0005  # Python's switch interval: after each SQL statement a request may wait this long for its turn
OVERLOADED = (HTTPStatus.SERVICE_UNAVAILABLE, "overloaded", "There is too much to do. Try again in a moment.")

logger = logging.getLogger(__name__)

_Done = asyncio.Future[Stream | None]
_Work = tuple[dict[str, object], ReceivedBody | None, HTTPProtocol, _Done, Urgency]


class Application:
    """One in each worker process, on its event loop."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi
        self._line: RequestQueue[_Work] = RequestQueue()
        self._sent: deque[_Done] = deque()
        self._unsettled = 0
        self._is_settling = False  # whether `_settle_regularly` is scheduled
        self._bodies = Bodies()
        self._server = ""  # HOST:PORT

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        sys.setswitchinterval(SWITCH_SECONDS)
        self._streams = Streams(loop, lambda: self._unsettled > 0)
        for number in range(THREADS):
            Thread(target=self._work, name=f"web-{number}", daemon=True).start()
        on_stop(loop, self._stop)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._settle_sent()
        loop.run_until_complete(asyncio.sleep(0))

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        self._server = scope.server
        environ = environ_of(scope)
        body = None
        try:
            if length := awaited_length(environ):
                body = await self._bodies.receive(proto, length)
        except BodyRefusedError as refusal:
            return refuse(proto, refusal.status, refusal.code, refusal.message)
        if not length and has_unread_body(environ):
            environ[LAST_OF_CONNECTION] = True
        environ["wsgi.input"] = body.content if body else BytesIO()
        done: _Done = self._loop.create_future()
        self._settle_sent()
        self._unsettled += 1
        if not self._is_settling:
            self._is_settling = True
            self._loop.call_later(SETTLING_SECONDS, self._settle_regularly)
        urgency = urgency_of(environ, body.size if body else 0)
        if refused := self._line.add((environ, body, proto, done, urgency), urgency):
            self._refuse(refused)
        stream = await done
        if stream is not None:
            await self._streams.send(stream, proto, scope)
        return None

    def _work(self) -> None:
        """The loop of a web thread: take a request, run it, send its answer."""
        while True:
            environ, body, proto, done, urgency = self._line.take()
            stream = None
            try:
                stream = answer(self._wsgi, environ, proto)
            except BaseException:  # also granian's panics: the thread must go on
                logger.exception("The application raised an error.")
                refuse(proto, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "Something went wrong.")
            finally:
                self._line.end(urgency)
                if body:
                    body.release()
                if stream:
                    self._loop.call_soon_threadsafe(self._settle, done, stream)
                else:
                    self._sent.append(done)  # the loop settles it later: to wake the loop from a thread is expensive

    def _refuse(self, work: _Work) -> None:
        """Refuse a request with OVERLOADED (503). No thread has taken it."""
        environ, body, proto, done, urgency = work
        TURNED_AWAY.add(urgency.name.lower())
        if body:
            body.release()
        refuse(proto, *OVERLOADED, closes=LAST_OF_CONNECTION in environ)
        self._settle(done, None)

    def _settle(self, done: _Done, stream: Stream | None) -> None:
        self._unsettled -= 1
        done.set_result(stream)

    def _settle_sent(self) -> None:
        while self._sent:
            self._settle(self._sent.popleft(), None)

    def _settle_regularly(self) -> None:
        self._settle_sent()
        for work in self._line.overdue():
            self._refuse(work)
        self._is_settling = self._unsettled > 0
        if self._is_settling:
            self._loop.call_later(SETTLING_SECONDS, self._settle_regularly)

    def _stop(self) -> None:
        """Stop waiting for bodies. Running requests and streams have STOP_SECONDS, then their connections are closed.

        Granian itself accepts no new connections, and closes idle ones.
        """
        self._bodies.refuse_all()
        self._loop.call_later(STOP_SECONDS, close_connections, self._server)
