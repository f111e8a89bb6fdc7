import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { downloadFormats } from '../list.ts'
import { marginReport } from './margin-report.ts'

/** Every report, for the engine and the pages. */
export const everyReport = [marginReport] as const
export type ReportKey = (typeof everyReport)[number]['key']
export const reportLimit = 10_000

const cell = z.union([z.string(), z.number(), z.null()])
const reportRow = z.record(z.string(), cell)
export type ReportRow = z.infer<typeof reportRow>
const reportResult = z.object({
  key: z.string(),
  /** As used, with the defaults filled in. */
  parameters: reportRow,
  columns: z.array(z.object({ field: z.string(), heading: z.string(), kind: z.string() })),
  rows: z.array(reportRow),
  /** One for each currency; currencies are never added up. */
  totals: z.array(reportRow),
})
export type ReportResult = z.infer<typeof reportResult>

const byKey = z.object({ key: z.string().min(1).max(60) })
const parameters = z.record(z.string(), z.unknown()).default({})
export const reports = defineContract('reports', {
  list: {
    method: 'GET',
    path: '/reports',
    summary: 'List the reports that the user can run',
    can: 'reporting.read',
    reply: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        /** As JSON Schema. */
        parameters: z.record(z.string(), z.unknown()),
        formats: z.array(z.string()),
      }),
    ),
  },
  run: {
    method: 'POST',
    path: '/reports/:key/run',
    reads: 'replica',
    summary: 'Run a report',
    can: 'reporting.read',
    params: byKey,
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: z.strictObject({ parameters }),
    reply: reportResult,
  },
  file: {
    method: 'POST',
    path: '/reports/:key/file',
    reads: 'replica',
    summary: 'Download a report as CSV or XLSX',
    can: 'reporting.download',
    params: byKey,
    transaction: 'none',
    body: z.strictObject({ parameters, format: z.enum(downloadFormats).default('csv') }),
    reply: 'file',
  },
})
