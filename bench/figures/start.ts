import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../runner/bench.ts'
import { memoryOf, sharedMemoryOf } from '../runner/cpu.ts'
import { startDemo } from '../runner/demo-portal.ts'
import { median } from '../runner/measure.ts'

/** `npm start`: the first time with the demo, then again. The memory is that of a portal that has been idle for a while. */
export const startFigure: Figure = {
  name: 'start',
  async measure({ scratch, note }) {
    const first = await startDemo(scratch)
    await first.stop()
    const again: number[] = []
    let memory = { portal: 0, database: 0 }
    for (let round = 0; round < 3; round++) {
      const portal = await startDemo(scratch)
      again.push(portal.seconds)
      if (round === 2) {
        await sleep(15_000)
        memory = { portal: memoryOf(portal.pid), database: sharedMemoryOf(portal.postmaster) }
      }
      await portal.stop()
    }
    const seconds = median(again)
    note(
      `First start, with the demo: ${first.seconds.toFixed(1)} s. Again: ${again.map((one) => one.toFixed(1)).join(', ')} s.`,
    )
    return [
      { figure: 'second start to ready', wanted: '≤ 3 s', ours: `${seconds.toFixed(1)} s`, met: seconds <= 3 },
      {
        figure: 'idle memory, portal and PostgreSQL',
        wanted: '≤ 180 + 150 MB',
        ours: `${memory.portal.toFixed(0)} + ${memory.database.toFixed(0)} MB`,
        met: memory.portal <= 180 && memory.database <= 150,
      },
    ]
  },
}
