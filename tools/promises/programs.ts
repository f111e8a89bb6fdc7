import type { Chapter } from './promise.ts'

export const programPromises: Chapter = {
  title: 'Programs that build on the portal',
  promises: [
    {
      id: 'N1',
      words:
        'Reading what changed since a cursor skips nothing and tells nothing twice, however transactions overlap and however long they take.',
      kept: ['server/src/db/functions/changes.sql', 'server/src/platform/lists/changes.ts'],
      proof: [
        {
          file: 'server/src/platform/lists/changes.test.ts',
          test: 'INTEG-2 N1 a change whose transaction began early and ends late',
        },
        {
          file: 'server/src/platform/lists/changes-walks.test.ts',
          test: 'INTEG-2 N1 random transactions and readings',
        },
        { file: 'server/src/platform/lists/changes-walks.long.test.ts', test: 'INTEG-2 N1 random transactions' },
      ],
      defect: {
        what: 'changes are read up to now, not up to the oldest running transaction',
        file: 'server/src/db/functions/changes.sql',
        from: '  horizon := pg_snapshot_xmin(',
        to: '  horizon := pg_snapshot_xmax(',
      },
    },
  ],
}
