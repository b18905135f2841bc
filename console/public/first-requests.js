// Asks for what the first page needs while the bundle is on its way: the person, the desk, the queue and its first item.
// Outside the bundle because it runs before it. The console takes each answer in the place of its own first request, and
// asks again for what is not here: src/api/asked-ahead.ts, whose test holds the two together.
(function () {
  var token = localStorage.getItem("accessToken");
  if (!token) return; // a visitor signs in first

  var answers = new Map();
  window.askedAhead = { token: token, at: Date.now(), answers: answers };

  Promise.all([ask("/api/user/me"), ask("/api/desk")]).then(function (both) {
    var me = both[0];
    var queue = both[1].queues.find(function (one) {
      return one.built && "/" + one.path === location.pathname && me.cms_access.indexOf(one.permission) >= 0;
    });
    if (!queue) return undefined;
    var item = /^\?item=([1-9]\d*)$/.exec(location.search);
    if (location.search && !item) return undefined; // a list with filters is the console's to ask for
    if (item) ask("/api/tasks/" + item[1]);
    return ask("/api/queues/" + queue.name + "/tasks?limit=50").then(function (list) {
      var first = list.items.find(function (row) {
        var held = row.locked && row.locked_id !== me.id;
        return !held && (row.assigned_to === null || row.assigned_to.id === me.id);
      });
      return first && !item && ask("/api/tasks/" + first.task_id);
    });
  }).catch(String);

  function ask(path) {
    var answer = fetch(path, { headers: { Accept: "application/json", Authorization: "Bearer " + token } });
    answers.set(location.origin + path, answer);
    var read = answer.then(function (response) {
      if (!response.ok) throw new Error(path);
      return response.clone().json();
    });
    read.catch(String); // whoever takes the answer sees the error
    return read;
  }
})();
