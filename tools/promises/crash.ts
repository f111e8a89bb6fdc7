import type { Chapter } from './promise.ts'

export const crashPromises: Chapter = {
  title: 'Crashes and operations',
  promises: [
    {
      id: 'C1',
      words:
        'A kill of the portal, a worker or PostgreSQL at any point of an import, run, payment or mail: what was answered is there once, what was not is whole or absent, and jobs resume.',
      kept: ['server/src/platform/jobs/claims.ts', 'server/src/platform/jobs/work-queue.ts'],
      proof: [
        { file: 'server/src/platform/jobs/work-queue.test.ts', test: 'C1 a dead worker’s record is claimed again' },
        {
          file: 'tools/drills/kill.long.test.ts',
          test: 'OPS-3 C1 M6 an API process, the worker and PostgreSQL are killed in turn',
        },
        { file: 'server/src/billing/billing-runs.test.ts', test: 'INV-11 C1 a run whose worker was killed' },
        { file: 'server/src/imports/imports.test.ts', test: 'CARD-13 C1 an import of a killed worker' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'C1 a worker that dies between claiming and sending' },
      ],
      defect: {
        what: 'the work of a dead worker is never claimed again',
        file: 'server/src/platform/jobs/claims.ts',
        from: ", and([eb('status', '=', busy), eb('locked_until', '<=', now.toISOString())])",
        to: '',
      },
      figure:
        '100 kills in turn of an API process, the worker and PostgreSQL over an import, a run, a payment and a mail: everything there once, no mail twice',
    },
    {
      id: 'C2',
      words:
        'While the database is away or hangs, calls get a 503 with the time to wait within five seconds, and it is used again without a restart.',
      kept: ['server/src/db/connect.ts', 'server/src/platform/http/errors.ts'],
      proof: [
        { file: 'server/src/db/connect.test.ts', test: 'API-2 C2 a hanging database returns 503' },
        { file: 'server/src/platform/http/mechanism.test.ts', test: 'API-2 C2 a database that does not answer' },
        { file: 'tools/commands/start.test.ts', test: 'recovers without a restart when PostgreSQL is killed' },
        {
          file: 'tools/drills/migration.long.test.ts',
          test: 'OPS-7 C2 a large table is migrated while clients read and write',
        },
      ],
      defect: {
        what: 'a database that does not answer counts as an error of the portal',
        file: 'server/src/platform/http/errors.ts',
        from: "  if (known instanceof Error && isUnavailable(known))\n    return new AppError('service.unavailable', undefined, { retryAfterSeconds: 3 })\n",
        to: '',
      },
    },
    {
      id: 'C3',
      words: 'A full disk is a clear error, and nothing is damaged or left behind.',
      kept: ['server/src/platform/storage/storage.ts', 'server/src/platform/http/errors.ts'],
      proof: [{ file: 'server/src/platform/storage/storage.test.ts', test: 'FILE-2 C3 a full disk is a clear error' }],
      defect: {
        what: 'a full disk is an unexpected error',
        file: 'server/src/platform/storage/storage.ts',
        from: "(error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('file.no-room') : error",
        to: 'error',
      },
    },
    {
      id: 'C4',
      words:
        'While the mail server is down, requests succeed; mail is tried again at growing intervals, and what failed for good is visible and can be sent again.',
      kept: ['server/src/outbox/outbox.jobs.ts', 'server/src/platform/jobs/attempts.rules.ts'],
      proof: [
        { file: 'server/src/outbox/outbox.test.ts', test: 'C4 if the server is away or rejects' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'C4 two parallel workers send every mail once' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'C4 staff can send a failed mail again' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'C4 a worker whose lease expired' },
        { file: 'tools/drills/smtp.long.test.ts', test: 'C4 INV-14 whatever the mail server does' },
      ],
      defect: {
        what: 'the intervals between attempts do not grow',
        file: 'server/src/platform/jobs/attempts.rules.ts',
        from: 'pausesMs[attempt - 1] ?? null',
        to: 'pausesMs[0] ?? null',
      },
      figure:
        '720 mails under six kinds of fault: each failed with its reason or waited, and was sent once; 4,947 lists meanwhile, none failed',
    },
    {
      id: 'C5',
      words: 'On SIGTERM readiness goes first, open requests finish, and the process exits with 0.',
      kept: ['server/src/start.ts', 'server/src/process/signals.ts'],
      proof: [
        { file: 'tools/commands/start.test.ts', test: 'npm start' },
        { file: 'server/src/platform/jobs/work-queue.test.ts', test: 'OPS-3 a stopping job finishes its record' },
        { file: 'tools/drills/rolling.long.test.ts', test: 'C5 OPS-8 two API processes are restarted in turn' },
      ],
      defect: {
        what: 'a stop does not wait for open requests',
        file: 'server/src/start.ts',
        from: 'await Promise.race([app.close(), sleep(drainMs, undefined, { ref: false })])',
        to: 'void app.close()',
      },
      figure: '20 restarts of two API processes under 8 clients: 15,156 requests, none failed, 99 % within 471 ms',
    },
    {
      id: 'C7',
      words:
        'One command archives a running portal from one snapshot; another restores it into an empty place and proves it; a damaged archive touches nothing.',
      kept: ['server/src/backups/snapshot.queries.ts', 'server/src/backups/restore.actions.ts'],
      proof: [
        { file: 'server/src/backups/backups.test.ts', test: 'OPS-1 C7 a backup made while rows are written' },
        { file: 'server/src/backups/backups.test.ts', test: 'OPS-1 C7 a damaged, cut, empty or foreign file' },
        {
          file: 'tools/drills/backup.long.test.ts',
          test: 'OPS-1 C7 C14 a backup made under 32 writing clients',
        },
        { file: 'tools/drills/point-in-time.long.test.ts', test: 'OPS-1 C7 a base backup and archived log' },
      ],
      defect: {
        what: 'each table is read at a moment of its own',
        file: 'server/src/backups/snapshot.queries.ts',
        from: "'begin isolation level repeatable read read only'",
        to: "'begin read only'",
      },
      figure:
        'a database of 2.2 GB with a million transactions is archived in 32 s and restored and proved in 163 s, with 190 MB of memory; under 32 writing clients, 5 of 5 archives had every confirmed card',
    },
    {
      id: 'C9',
      words: 'Balances are refreshed once per local day, across clock changes, restarts and jumps of the clock.',
      kept: ['server/src/balances/card-refresh.jobs.ts', 'server/src/balances/card-refresh.queries.ts'],
      proof: [
        {
          file: 'server/src/balances/card-refresh.test.ts',
          test: 'CARD-16 C9 a balance is refreshed once at each midnight',
        },
        { file: 'server/src/balances/card-refresh.test.ts', test: 'CARD-16 C9 missed midnights are caught up' },
        { file: 'server/src/balances/card-refresh.test.ts', test: 'CARD-16 C9 a clock that goes back' },
        { file: 'server/src/balances/card-refresh.test.ts', test: 'CARD-16 C9 A1 three concurrent workers' },
        { file: 'tools/drills/clocks.long.test.ts', test: 'C9 S2 M8 A2 clocks of PostgreSQL and the portal' },
      ],
      defect: {
        what: 'the day begins at midnight in UTC',
        file: 'server/src/balances/card-refresh.queries.ts',
        from: '::timestamptz at time zone companies.time_zone)::date',
        to: "::timestamptz at time zone 'UTC')::date",
      },
      figure: '14 moves of both clocks over 6 local days and two changes of time: filled once a day',
    },
    {
      id: 'C10',
      words: 'A large import of one tenant leaves the others’ lists and forms fast: nothing waits for it.',
      kept: ['server/src/db/functions/counts.sql', 'server/src/db/functions/dashboard.sql'],
      proof: [
        { file: 'server/src/cards/card-counts.test.ts', test: 'C10 an unfinished import does not block adding a card' },
        { file: 'server/src/dashboard/dashboard-sums.test.ts', test: 'C10 an open import blocks neither' },
      ],
      defect: {
        what: 'the company is locked while its new cards are counted',
        file: 'server/src/db/functions/counts.sql',
        from: 'begin\n  insert into card_counts (company_id, card_status, count)\n    select company_id, card_status, count(*) from added',
        to: 'begin\n  perform from companies where id in (select company_id from added) for update;\n  insert into card_counts (company_id, card_status, count)\n    select company_id, card_status, count(*) from added',
      },
    },
    {
      id: 'C11',
      words:
        'The loss of the database during an import, run or mail ends no process; its work is taken up again, and ends with the true reason if it cannot.',
      kept: ['server/src/imports/imports.jobs.ts', 'server/src/platform/jobs/stray-faults.ts'],
      proof: [
        { file: 'server/src/imports/cut-imports.test.ts', test: 'OPS-3 C11 a connection lost while the file is read' },
        { file: 'server/src/imports/cut-imports.test.ts', test: 'OPS-3 C11 an import that is cut off repeatedly' },
        {
          file: 'server/src/imports/import-apart.test.ts',
          test: 'OPS-3 C11 a connection that is lost in that process',
        },
        { file: 'tools/commands/start.test.ts', test: 'OPS-3 returns 503 while PostgreSQL is away, stays up' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'OPS-3 a mail sent while the database is away' },
        { file: 'server/src/platform/jobs/stray-faults.test.ts', test: 'OPS-3 an unhandled rejection is logged' },
      ],
      defect: {
        what: 'a lost connection fails the file',
        file: 'server/src/imports/imports.jobs.ts',
        from: '(error instanceof pg.DatabaseError && !isUnavailable(error))',
        to: 'error instanceof pg.DatabaseError',
      },
    },
    {
      id: 'C12',
      words:
        'Readiness is true: it compares migrations both ways, the role of each pool, and the version and encoding of the server.',
      kept: ['server/src/db/readiness.ts', 'server/src/platform/http/health.ts'],
      proof: [
        { file: 'server/src/db/readiness.test.ts', test: 'OPS-2 C12 /readyz fails while migrations' },
        { file: 'server/src/db/readiness.test.ts', test: 'OPS-2 C12 behind a pooler that drops the role' },
        { file: 'server/src/db/migrate.test.ts', test: 'OPS-2 PostgreSQL 15 is refused with its version' },
        { file: 'server/src/db/migrate.test.ts', test: 'OPS-2 an encoding other than UTF8 is refused' },
      ],
      defect: {
        what: 'migrations are not compared',
        file: 'server/src/db/readiness.ts',
        from: '  const different = await askMigrations(database)\n',
        to: '  const different = null\n',
      },
    },
    {
      id: 'C13',
      words: 'A refused upload leaves its connection usable.',
      kept: ['server/src/platform/http/unread-bodies.ts', 'server/src/platform/http/errors.ts'],
      proof: [
        {
          file: 'server/src/platform/http/unread-bodies.test.ts',
          test: 'the connection serves the next call at once',
        },
        {
          file: 'server/src/platform/http/unread-bodies.test.ts',
          test: 'SEC-7 a client that keeps sending after its reply is cut off',
        },
      ],
      defect: {
        what: 'the framework closes the connection of a body that it rejects',
        file: 'server/src/platform/http/errors.ts',
        from: "  reply.removeHeader('connection')\n",
        to: '',
      },
    },
    {
      id: 'C14',
      words:
        'A backup counts once it was restored, which is tried each week; the audit log goes on sealing in the copy.',
      kept: ['server/src/db/functions/audit.sql', 'server/src/backups/schedule.rules.ts'],
      proof: [
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-5 C14 sealing continues in a copy restored to' },
        { file: 'server/src/backups/backups.long.test.ts', test: 'OPS-1 C14 a worker backs up on schedule' },
        { file: 'server/src/backups/schedule.rules.test.ts', test: 'are restored on trial once a week' },
      ],
      defect: {
        what: 'the numbers of the other database are believed in the copy',
        file: 'server/src/db/functions/audit.sql',
        from: '    if not is_of_this_cluster(v_now) then',
        to: '    if false then',
      },
    },
    {
      id: 'P1',
      words: 'What a statement costs does not depend on what its connection did before.',
      kept: ['server/src/db/functions/billing.sql', 'server/src/db/functions/dashboard.sql'],
      proof: [
        {
          file: 'server/src/transactions/one-then-many.test.ts',
          test: 'a statement for many records reads no more rows if the connection ran it for one before',
        },
      ],
      defect: {
        what: 'rows before and after a change are joined, by a plan that was made for one row',
        file: 'server/src/db/functions/billing.sql',
        from: 'select 1 as sign, id, invoice_id, company_id, currency, amount_cents as cents\n              from now_so where invoice_id is not null',
        to: 'select 1 as sign, n.id, n.invoice_id, n.company_id, n.currency, n.amount_cents as cents\n              from now_so n join before_that b on b.id = n.id where b.invoice_id is not null',
      },
      figure:
        '2,000 changed transactions cost 0.95 to 0.99 times as much after a single one as before it; once up to 102 times',
    },
  ],
}
