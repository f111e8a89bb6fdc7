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
        what: 'what has a lower number than the last transaction that was told counts as told',
        file: 'server/src/db/functions/changes.sql',
        from: '(p_from is null or not pg_visible_in_snapshot(c.xid, p_from))\n      order by 1, 2 limit p_limit;\n  end if',
        to: '(p_from is null or c.xid >= pg_snapshot_xmax(p_from))\n      order by 1, 2 limit p_limit;\n  end if',
      },
    },
  ],
}
