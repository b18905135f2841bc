#!/bin/sh
# Whether a database writes: HAProxy gives its address and port as the third and the fourth argument. The file `pgpass`
# beside this one has the password, *:*:docket:docket_command:PASSWORD, and is readable by HAProxy's user alone.
place="host=$3 port=$4 dbname=docket user=docket_command connect_timeout=2"
HOME=/nonexistent exec psql -qAtX "$place passfile=${0%/*}/pgpass target_session_attrs=read-write" -c 'SELECT 1' > /dev/null 2>&1
