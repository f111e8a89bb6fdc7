import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, messageParts, text, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { reportCadenceWords, reportStatusWords, type reportTopicWords } from './reports-words.data.ts'

/** Who can run a report, besides needing access to reporting. A report with a cost is for staff alone (COST-2). */
export type ReportAudience = 'staff' | 'everyone'
/** What people ask, in the order of the library. */
export const reportTopics = [
  'spend',
  'vehicles',
  'taxes',
  'money',
  'control',
] as const satisfies readonly (keyof typeof reportTopicWords)[]
export type ReportTopic = (typeof reportTopics)[number]
export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
/** The most rows of a run. */
export const reportLimit = 10_000
const reportKinds = [
  'text',
  'word',
  'number',
  /** With two decimals. */
  'decimal',
  'quantity',
  'percent',
  'money',
  /** Money in Canadian dollars, whatever the row's currency. */
  'cad',
  'price',
  /** `2026-11`. */
  'month',
  'day',
  'time',
  'instant',
] as const

const cell = z.union([z.string(), z.number(), z.null()])
const reportRow = z.record(z.string(), cell)
export type ReportRow = z.infer<typeof reportRow>
const reportColumn = z.object({
  field: z.string(),
  heading: z.string(),
  kind: z.enum(reportKinds),
  /** Added up for each currency. */
  is_summed: z.boolean(),
})
export type ReportResultColumn = z.infer<typeof reportColumn>
/** Bars by the order of the rows, or a waterfall of parts between two sums. `value` is a column. */
const reportChart = z.object({
  kind: z.enum(['bars', 'waterfall']),
  label: z.string(),
  value: z.string(),
  /** Of bars: a column that each is compared with, drawn as a line, and a sentence that says what the line is. */
  mark: z.object({ value: z.string(), caption: z.string() }).optional(),
})
export type ReportChart = z.infer<typeof reportChart>

const reportResult = z.object({
  /** As used, with the defaults filled in. */
  parameters: reportRow,
  columns: z.array(reportColumn),
  /** Each with `link`, an address in the portal of the records behind it, if it has some. */
  rows: z.array(reportRow),
  /** One for each currency; currencies are never added up. */
  totals: z.array(reportRow),
  /** What is missing or odd. */
  notes: z.array(z.object({ sentence: z.string(), message: messageParts })),
  chart: reportChart.nullable(),
  /** What the totals are called. */
  total_name: z.string(),
})
export type ShownReport = z.infer<typeof reportResult>

const reportStatuses = [
  'queued',
  'running',
  'done',
  'failed',
] as const satisfies readonly (keyof typeof reportStatusWords)[]
export type ReportStatus = (typeof reportStatuses)[number]
const reportRun = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  status: z.enum(reportStatuses),
  parameters: reportRow,
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  user_name: z.string(),
  /** The schedule that made it, or null. */
  schedule_id: z.int().nullable(),
  rows_count: z.int().nullable(),
  progress_done: z.int(),
  progress_total: z.int(),
  formats: z.array(z.enum(reportFormats)),
  created_at: instant(),
  finished_at: instant().nullable(),
})
export type ReportRun = z.infer<typeof reportRun>
const reportRunRecord = reportRun.extend({
  /** Why it failed. */
  reason: z.object({ sentence: z.string(), message: messageParts }).nullable(),
  ...reportResult.omit({ parameters: true }).shape,
})
export type ReportRunRecord = z.infer<typeof reportRunRecord>

export const reportRunList = defineList({
  rows: 'report_runs',
  columns: {
    name: 'Report',
    parameters_words: 'Parameters',
    from: ['From date', 'day'],
    to: ['To date', 'day'],
    user_name: 'By',
    created_at: ['When', 'instant'],
    rows_count: ['Rows', 'number'],
    status_words: 'Status',
  },
  sort: ['created_at'],
  filters: {
    key: { kind: 'text' },
    status: { kind: 'choice', options: choices(reportStatuses, reportStatusWords) },
    created_at: { kind: 'date' },
  },
  defaultSort: 'created_at,desc',
})

const described = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  topic: z.enum(reportTopics),
  /** As JSON Schema; `title` is the label, `widget` how to ask, `words` the choices' words. */
  parameters: z.record(z.string(), z.unknown()),
  formats: z.array(z.enum(reportFormats)),
})
export type DescribedReport = z.infer<typeof described>
const byKey = z.object({ key: z.string().min(1).max(60) })
export const reports = defineContract('reports', {
  list: {
    method: 'GET',
    path: '/reports',
    summary: 'List the reports that the user can run',
    can: 'reporting.read',
    reply: z.array(described),
  },
  show: {
    method: 'GET',
    path: '/reports/:key',
    reads: 'replica',
    summary: 'Read a report as it is now, with its parameters in the query. Nothing is kept',
    can: 'reporting.read',
    params: byKey,
    query: z.record(z.string(), z.string()),
    transaction: 'none',
    reply: reportResult,
  },
  run: {
    method: 'POST',
    path: '/reports/:key/run',
    reads: 'replica',
    summary:
      'Run a report and keep its figures. One that takes longer than some seconds goes on, and its record shows its state',
    can: 'reporting.read',
    params: byKey,
    transaction: 'none',
    body: z.strictObject({ parameters: z.record(z.string(), z.unknown()).default({}) }),
    reply: reportRunRecord,
  },
})

export const reportRuns = defineContract('reportRuns', {
  list: {
    method: 'GET',
    path: '/report-runs',
    reads: 'primary',
    summary: 'List the reports that the user ran, and those scheduled by or for the user',
    can: 'reporting.read',
    query: reportRunList.query,
    list: reportRunList,
    reply: pageOf('report_runs', reportRun),
  },
  get: {
    method: 'GET',
    path: '/report-runs/:id',
    summary: 'Get a run with its columns, rows and totals, or as CSV, XLSX or PDF',
    can: 'reporting.read',
    params: byId,
    query: z.strictObject({ format: z.enum(reportFormats).optional(), language: z.enum(['en', 'fr']).optional() }),
    transaction: 'none',
    reply: reportRunRecord,
    orFile: true,
  },
})

export const reportCadences = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
] as const satisfies readonly (keyof typeof reportCadenceWords)[]
export type ReportCadence = (typeof reportCadences)[number]
const schedule = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  title: z.string(),
  cadence: z.enum(reportCadences),
  format: z.enum(reportFormats),
  parameters: reportRow,
  is_active: z.boolean(),
  /** The people it is mailed to. Those who can no longer see it are left out when it is sent. */
  people: z.array(z.object({ id: z.int(), name: z.string(), may_see: z.boolean() })),
  /** The day it is made next. */
  next_on: z.iso.date(),
  last_run_id: z.int().nullable(),
  created_by: z.string().nullable(),
  version: z.int(),
})
export type ReportSchedule = z.infer<typeof schedule>
const scheduleFields = {
  title: text(120),
  cadence: z.enum(reportCadences),
  format: z.enum(reportFormats),
  parameters: z.record(z.string(), z.unknown()).default({}),
  is_active: z.boolean().default(true),
  people: z.array(id()).min(1, 'report.no-people').max(50),
}
export const scheduleInput = z.strictObject({ key: z.string().min(1).max(60), ...scheduleFields })
const scheduleChange = z.strictObject({ ...scheduleFields, version: version().nullish() })
export type ScheduleInput = z.output<typeof scheduleInput>
export type ScheduleChange = z.output<typeof scheduleChange>

export const reportScheduleList = defineList({
  rows: 'report_schedules',
  columns: {
    title: 'Title',
    name: 'Report',
    cadence_words: 'How often',
    format: 'Format',
    next_on: ['Next on', 'day'],
  },
  sort: ['title', 'next_on'],
  filters: {
    title: { kind: 'text' },
    cadence: { kind: 'choice', options: choices(reportCadences, reportCadenceWords) },
  },
  defaultSort: 'title,asc',
})
const schedulesPath = '/report-schedules'
export const reportSchedules = defineContract('reportSchedules', {
  list: {
    method: 'GET',
    path: schedulesPath,
    summary: 'List the schedules of reports of the user’s company',
    can: 'reporting.read',
    query: reportScheduleList.query,
    list: reportScheduleList,
    reply: pageOf('report_schedules', schedule),
  },
  people: {
    method: 'GET',
    path: `${schedulesPath}/people`,
    summary: 'List the people of the user’s company who can see reports, or the report named',
    can: 'reporting.update',
    query: z.strictObject({ key: z.string().max(60).optional() }),
    reply: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })),
  },
  create: {
    method: 'POST',
    path: schedulesPath,
    summary: 'Schedule a report to be mailed',
    can: 'reporting.update',
    body: scheduleInput,
    reply: schedule,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: `${schedulesPath}/:id`,
    summary: 'Change a schedule, or pause it',
    can: 'reporting.update',
    params: byId,
    body: scheduleChange,
    ignores: ['id', 'key', 'name', 'next_on', 'last_run_id', 'created_by'],
    reply: schedule,
  },
  remove: {
    method: 'DELETE',
    path: `${schedulesPath}/:id`,
    summary: 'Delete a schedule; what it sent stays',
    can: 'reporting.update',
    params: byId,
    reply: z.null(),
  },
})
