import type { Chapter } from './promise.ts'

export const tenantPromises: Chapter = {
  title: 'Tenants and permissions',
  promises: [
    {
      id: 'T1',
      words:
        'Every endpoint has its expected answer for each caller in one table; an endpoint without a row fails the tests.',
      kept: ['server/src/platform/http/implement.ts', 'server/src/testing/every-endpoint.test.ts'],
      proof: [
        { file: 'server/src/testing/every-endpoint.test.ts', test: 'T1 every endpoint answers each caller' },
        { file: 'server/src/testing/every-endpoint.test.ts', test: 'PERM-4 T1 every endpoint has its row' },
      ],
      defect: {
        what: 'a session is enough: its permissions are not checked',
        file: 'server/src/platform/http/implement.ts',
        from: '    demand(services, actor, endpoint)\n',
        to: '',
      },
    },
    {
      id: 'T2',
      words:
        'Row-level security holds alone: with the queries’ own filters removed nothing leaks, and no role of the application owns a table or bypasses a policy.',
      kept: ['server/src/db/functions/policies.sql', 'server/src/db/readiness.ts'],
      proof: [
        { file: 'server/src/testing/tables.test.ts', test: 'PERM-7 T2 the customer role reads no row' },
        { file: 'server/src/testing/catalogue.test.ts', test: 'PERM-7 T2 every table that the application can touch' },
        { file: 'server/src/testing/catalogue.test.ts', test: 'PERM-7 T2 the application’s roles own nothing' },
      ],
      defect: {
        what: 'the policy of receipts lets every customer through',
        file: 'server/src/db/functions/policies.sql',
        from: 'create policy own on receipts to portal_customer using (company_id = (select acting_company()));',
        to: 'create policy own on receipts to portal_customer using (true);',
      },
    },
    {
      id: 'T3',
      words: 'Interleaved requests of many tenants over a small pool never mix.',
      kept: ['server/src/db/connect.ts', 'server/src/platform/access/sessions.ts'],
      proof: [
        { file: 'server/src/testing/tenants.test.ts', test: 'PERM-7 T3 interleaved requests of several companies' },
        { file: 'server/src/testing/tenants.test.ts', test: 'PERM-7 T3 outside a transaction a customer' },
        { file: 'tools/drills/tenants.long.test.ts', test: 'T3 over a pool of two connections' },
      ],
      defect: {
        what: 'a connection keeps the company of its first request',
        file: 'server/src/db/connect.ts',
        from: "set_config('app.company', $next, true)",
        to: "set_config('app.company', coalesce(nullif(current_setting('app.company', true), ''), $next), false)",
      },
      figure:
        '20,000 requests of 12 customers by 24 clients over two connections, with 2,222 aborts and 1,126 failed changes: no foreign row',
    },
    {
      id: 'T4',
      words: 'Ids inside bodies and lists are checked; a list with one foreign id does nothing.',
      kept: ['server/src/cards/card-bulk.queries.ts', 'server/src/invoices/invoice-mail.actions.ts'],
      proof: [
        { file: 'server/src/cards/card-bulk.test.ts', test: 'PERM-7 T4 a list with one foreign or unknown id' },
        { file: 'server/src/invoices/invoice-mail.test.ts', test: 'INV-14 T4 invoices are mailed all or none' },
        { file: 'server/src/cards/limits/card-limits.test.ts', test: 'UX-13 T4 only staff who can add cards' },
        { file: 'server/src/rates/sites.test.ts', test: 'RATE-4 T4 only regions of the site' },
      ],
      defect: {
        what: 'cards that cannot be seen are left out, and the others are changed',
        file: 'server/src/cards/card-bulk.queries.ts',
        from: '  return filter ? cards : demandAll(cards, ids)',
        to: '  return cards',
      },
    },
    {
      id: 'T5',
      words: 'A changed permission holds from the next request on.',
      kept: ['server/src/platform/http/implement.ts', 'server/src/platform/access/sessions.ts'],
      proof: [
        { file: 'server/src/users/users.test.ts', test: 'PERM-5 T5 a revoked or granted permission' },
        { file: 'server/src/cards/cards.test.ts', test: 'PERM-4 T5 a changed permission applies from the next call' },
        { file: 'server/src/platform/http/replica-reads.test.ts', test: 'OPS-8 T5 S1 a changed permission' },
        { file: 'tools/drills/replica.long.test.ts', test: 'OPS-8 T3 T5 a real replica' },
      ],
      defect: {
        what: 'the last answer about a session is trusted without asking again',
        file: 'server/src/platform/access/sessions.ts',
        from: 'if (row?.stamp === actor.stamp) return',
        to: 'if (row?.stamp) return',
      },
      figure:
        '1,000 changes beside a replica that streams or stands still: each seen in the next list; a killed and a hanging replica: 2,859 lists, none failed',
    },
    {
      id: 'T6',
      words: 'Users cannot raise their own role, permissions, company or eligibility to switch.',
      kept: ['server/src/users/users.actions.ts'],
      proof: [
        {
          file: 'server/src/users/user-rights.test.ts',
          test: 'cannot promote, move, deactivate or delete themselves',
        },
        { file: 'server/src/users/user-rights.test.ts', test: 'without the Admin role can neither create an Admin' },
      ],
      defect: {
        what: 'users change their own permissions; only what exceeds them is still refused',
        file: 'server/src/users/users.actions.ts',
        from: "  for (const name of decisive) if (held[name] !== wanted[name]) fields[name] = 'user.not-own'\n",
        to: '',
      },
    },
    {
      id: 'T7',
      words: 'Filters, counts, exports, archives, mails and links have the scope of their list.',
      kept: ['server/src/platform/access/visible.ts', 'server/src/db/functions/policies.sql'],
      proof: [
        {
          file: 'server/src/testing/tenants.test.ts',
          test: 'PERM-7 T7 without the queries’ own filters, no list, count',
        },
        { file: 'server/src/logs/logs.test.ts', test: 'NAV-7 PERM-7 a customer sees only its own company’s audit log' },
        { file: 'server/src/files/files.test.ts', test: 'FILE-1 PERM-7 a customer’s file is not found by another' },
        {
          file: 'server/src/invoices/invoice-documents.test.ts',
          test: 'PERM-7 T8 a customer cannot find another company’s',
        },
      ],
      defect: {
        what: 'the counts of cards are visible to every customer',
        file: 'server/src/db/functions/policies.sql',
        from: 'create policy own on card_counts to portal_customer using (company_id = (select acting_company()));',
        to: 'create policy own on card_counts to portal_customer using (true);',
      },
    },
    {
      id: 'T8',
      words: 'A foreign id and an unknown id get the same answer.',
      kept: ['server/src/platform/http/input.ts', 'server/src/platform/access/visible.ts'],
      proof: [
        {
          file: 'server/src/testing/every-endpoint.test.ts',
          test: 'PERM-7 T8 a foreign, an unknown and a malformed id',
        },
        {
          file: 'server/src/invoices/invoice-documents.test.ts',
          test: 'PERM-7 T8 a customer cannot find another company’s',
        },
      ],
      defect: {
        what: 'a malformed id is answered differently from an unknown one',
        file: 'server/src/platform/http/input.ts',
        from: "if (result && !result.success) throw new AppError('record.not-found')",
        to: "if (result && !result.success) throw new AppError('request.invalid')",
      },
    },
    {
      id: 'T9',
      words:
        'The database roles of requests can call nothing that opens sessions, reads hashes or secrets or makes links; a third role with a login of its own does that, and reads no table. Costs are closed to customers.',
      kept: [
        'server/src/db/functions/sessions.sql',
        'server/src/db/functions/passwords.sql',
        'server/src/db/migrate.ts',
        'server/src/db/readiness.ts',
      ],
      proof: [
        { file: 'server/src/db/gate.test.ts', test: 'SEC-4 T9 what opens sessions, reads hashes' },
        { file: 'server/src/db/gate.test.ts', test: 'SEC-4 T9 no function that a request’s role' },
        { file: 'server/src/db/gate.test.ts', test: 'SEC-4 T9 the login of requests cannot become' },
        { file: 'server/src/db/gate.test.ts', test: 'SEC-4 T9 the gate reads no table' },
      ],
      defect: {
        what: 'the key of file links is readable by every request’s role',
        file: 'server/src/db/functions/provider.sql',
        from: 'grant execute on function file_link_secret to portal_gate;',
        to: 'grant execute on function file_link_secret to portal_gate, portal_customer;',
      },
    },
  ],
}
