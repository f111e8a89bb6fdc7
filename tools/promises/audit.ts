import type { Chapter } from './promise.ts'

export const auditPromises: Chapter = {
  title: 'Audit log',
  promises: [
    {
      id: 'A1',
      words:
        'Every change, sign-in, denial, import, export, mail and switch is recorded with who, for whom, what, when and the request; changes in their own transaction, denials apart.',
      kept: ['server/src/platform/audit/audit.ts', 'server/src/platform/http/implement.ts'],
      proof: [
        {
          file: 'server/src/platform/http/mechanism.test.ts',
          test: 'API-5 A1 a writing handler without an audit entry is rejected',
        },
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-5 A1 a change is recorded with its values' },
        { file: 'server/src/sessions/sessions.test.ts', test: 'API-5 A1 sign-ins, failed sign-ins and denials' },
        {
          file: 'server/src/invoices/invoice-documents.test.ts',
          test: 'A1 downloads and exports are in the audit log',
        },
      ],
      defect: {
        what: 'a handler may write without an entry',
        file: 'server/src/platform/http/implement.ts',
        from: "if (endpoint.method !== 'GET' && audited === 0) throw",
        to: "if (endpoint.method === 'GET' && audited < 0) throw",
      },
    },
    {
      id: 'A2',
      words:
        'The application’s roles can only append; entries are sealed into a hash chain, and a command names an edited, removed or re-ordered one.',
      kept: ['server/src/db/functions/audit.sql', 'server/src/db/audit/audit-verify.ts'],
      proof: [
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-5 A2 sealed rows are chained' },
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-5 A2 the application’s roles can neither' },
        {
          file: 'server/src/platform/audit/audit.test.ts',
          test: 'API-5 a row of a running transaction is sealed later',
        },
      ],
      defect: {
        what: 'the hash leaves out the values after a change',
        file: 'server/src/db/functions/audit.sql',
        from: 'p.record_label, p.before, p.after, p.request_id)',
        to: 'p.record_label, p.before, p.request_id)',
      },
    },
    {
      id: 'A3',
      words:
        'No password or token is in logs, the audit log, errors or addresses, and card numbers show their last four digits there.',
      kept: ['server/src/process/logging.ts', 'server/src/platform/audit/audit.ts'],
      proof: [
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-4 A3 no log message contains a card number' },
        { file: 'server/src/platform/audit/audit.test.ts', test: 'API-4 A3 numbers and tokens are masked' },
        { file: 'server/src/sessions/password-reset.test.ts', test: 'AUTH-9 A1 A3 the audit log records' },
        { file: 'server/src/logs/logs.test.ts', test: 'NAV-7 A3 an export’s filter shows only the last digits' },
        { file: 'server/src/outbox/outbox.test.ts', test: 'OPS-5 A3 each failed attempt' },
      ],
      defect: {
        what: 'the message of a logged error is written as it is',
        file: 'server/src/process/logging.ts',
        from: '  serializers: { err: writeError },\n',
        to: '  serializers: { err: pino.stdSerializers.err },\n',
      },
    },
    {
      id: 'A4',
      words:
        'The chain of the audit log is signed with a key and anchored in a file, both outside the database; a cut end and an edit that was sealed again are named, whatever the tables’ owner does.',
      kept: [
        'server/src/platform/audit/signing.ts',
        'server/src/db/audit/signature-breaches.ts',
        'server/src/db/audit/anchor-breaches.ts',
      ],
      proof: [
        {
          file: 'server/src/platform/audit/audit-attacks.test.ts',
          test: 'SEC-5 A4 an edit that was sealed again is named',
        },
        { file: 'server/src/platform/audit/audit-attacks.test.ts', test: 'SEC-5 A4 a cut end is named' },
        { file: 'server/src/platform/audit/audit-attacks.test.ts', test: 'SEC-5 A4 a missing key, another key' },
        {
          file: 'server/src/platform/audit/audit-attacks.test.ts',
          test: 'SEC-5 A4 a cut end gets no new signatures',
        },
        { file: 'server/src/platform/audit/audit-drill.long.test.ts', test: 'SEC-5 A4 C14 cut tables, an old copy' },
      ],
      defect: {
        what: 'a signature is of the number alone',
        file: 'server/src/db/audit/audit-keys.ts',
        from: "macOf(key, 'seal', [sealNo, hash])",
        to: "macOf(key, 'seal', [sealNo, hash.slice(64)])",
      },
    },
  ],
}
