import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, messageParts } from '../fields.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'
import { iftaBases, iftaFindingCodes, iftaFuels, iftaKinds } from './ifta-words.data.ts'
import { quarterPattern } from './quarters.rules.ts'

export const maxIftaFileBytes = 5 * 1024 * 1024
export const iftaFileRows = 20_000
/** Errors of a file beyond these are only counted. */
export const shownIftaErrors = 1000
export const lengthUnits = ['km', 'mi'] as const

const quarter = z.string().regex(quarterPattern, 'field.quarter')
/** Staff name the company; a customer's own is meant by default. */
const ofQuarter = z.strictObject({ quarter, company_id: id().optional() })
const uploading = ofQuarter.extend({
  /** Reads the file and says what it would do; nothing is stored. */
  preview: z.enum(['true', 'false']).optional(),
  /** The upload that the preview said would be replaced. If it is another one by now, the file is refused. */
  replaces: id().optional(),
})
export type IftaUploadQuery = z.output<typeof uploading>
const ratesUploading = uploading.omit({ company_id: true })

const upload = z.object({
  id: z.int(),
  file_name: z.string(),
  rows: z.int(),
  uploaded_by: z.string().nullable(),
  uploaded_at: instant(),
})
export type IftaUpload = z.infer<typeof upload>

const rowError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
  message: messageParts.nullable(),
})
/** What a file has for a jurisdiction, in the unit of its rows. */
const iftaSum = z.object({
  jurisdiction: z.string(),
  fuel_type: z.enum(iftaFuels).nullable(),
  unit: z.enum([...lengthUnits, ...volumeUnits]),
  rows: z.int(),
  /** The distance or quantity; the rate in a file of rates. */
  amount: z.number(),
  /** The taxable part of a distance, the tax-paid part of a quantity, or the surcharge on a rate. */
  part: z.number().nullable(),
})
const outcome = z.object({
  kind: z.enum(iftaKinds),
  quarter: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  /** `same`: this very file was stored before, so nothing was done. */
  status: z.enum(['preview', 'stored', 'same']),
  file_name: z.string(),
  rows: z.int(),
  /** Rows with errors. With any, the file is not stored. */
  failed: z.int(),
  errors_total: z.int(),
  errors: z.array(rowError),
  /** Columns of the file that are not read. */
  unused_columns: z.array(z.string()),
  sums: z.array(iftaSum),
  /** Units with several rows for a jurisdiction, of fuel also for a type, unit and tax paid. */
  added_up: z.array(z.object({ unit_number: z.string(), jurisdiction: z.string(), rows: z.int() })),
  /** Units that no card and no purchase of the company names. */
  unknown_units: z.array(z.object({ unit_number: z.string(), rows: z.int() })),
  /** The upload whose rows this file replaces. */
  replaces: upload.nullable(),
  /** Other quarters of the company for which this very file is stored: it may be for one of them. */
  same_file_in: z.array(z.string()),
})
export type IftaOutcome = z.infer<typeof outcome>

const distance = z.object({
  unit_number: z.string(),
  jurisdiction: z.string(),
  distance: z.number(),
  taxable_distance: z.number().nullable(),
  length_unit: z.enum(lengthUnits),
})
const fuel = z.object({
  unit_number: z.string(),
  jurisdiction: z.string(),
  fuel_type: z.enum(iftaFuels),
  quantity: z.number(),
  unit: z.enum(volumeUnits),
  is_tax_paid: z.boolean(),
  note: z.string().nullable(),
})
const rate = z.object({
  jurisdiction: z.string(),
  fuel_type: z.enum(iftaFuels),
  unit: z.enum(volumeUnits),
  currency: z.enum(currencies),
  rate: z.number(),
  surcharge: z.number().nullable(),
  source: z.string(),
})
export type IftaDistance = z.infer<typeof distance>
export type IftaElsewhere = z.infer<typeof fuel>
export type IftaRate = z.infer<typeof rate>

/** A row of the form. Volumes and distances are whole numbers of the base's unit. */
const worksheetRow = z.object({
  /** `outside`: not a member of the agreement, so without tax. */
  kind: z.enum(['row', 'surcharge', 'outside']),
  jurisdiction: z.string(),
  distance: z.int().nullable(),
  taxable_distance: z.int().nullable(),
  /** Everything bought there, tax paid or not. */
  bought: z.int().nullable(),
  tax_paid: z.int().nullable(),
  /** Null while there is no average. */
  taxable: z.int().nullable(),
  net: z.int().nullable(),
  /** Null if it is missing, and the tax with it. */
  rate: z.number().nullable(),
  tax: z.number().nullable(),
})
export type IftaRow = z.infer<typeof worksheetRow>
const fuelSheet = z.object({
  fuel_type: z.enum(iftaFuels),
  total_distance: z.int(),
  total_volume: z.int(),
  /** km per litre or miles per gallon, with 2 decimals. Null without distance or fuel. */
  average: z.number().nullable(),
  /** Bought at places without a province or state: in the total, credited nowhere. */
  unplaced: z.int(),
  rows: z.array(worksheetRow),
  subtotal: z.object({
    distance: z.int(),
    taxable_distance: z.int(),
    bought: z.int(),
    tax_paid: z.int(),
    taxable: z.int().nullable(),
    net: z.int().nullable(),
    /** Null while the tax of a row is open. */
    tax: z.number().nullable(),
  }),
})
export type IftaFuelSheet = z.infer<typeof fuelSheet>
const finding = z.object({
  kind: z.enum(['missing', 'question']),
  code: z.enum(iftaFindingCodes),
  text: z.string(),
  message: messageParts,
  /** The units behind it, in the base's units. */
  units: z.array(
    z.object({
      /** Null for a unit that the portal does not know. */
      unit_id: z.int().nullable(),
      unit_number: z.string(),
      distance: z.number().nullable(),
      volume: z.number().nullable(),
      odometer_distance: z.number().nullable(),
    }),
  ),
})
export type IftaFinding = z.infer<typeof finding>
const unitSums = z.object({
  unit_number: z.string(),
  fuel_type: z.enum(iftaFuels).nullable(),
  is_ifta: z.boolean().nullable(),
  distance: z.number().nullable(),
  /** Between the first and the last believable odometer of the quarter. */
  odometer_distance: z.number().nullable(),
  volume: z.number(),
})
const unitVolume = z.object({
  unit_number: z.string().nullable(),
  is_ifta: z.boolean().nullable(),
  fuel_type: z.enum([...iftaFuels, 'reefer']),
  jurisdiction: z.string().nullable(),
  portal: z.number(),
  elsewhere: z.number(),
})
const worksheet = z.object({
  company_id: z.int(),
  company_name: z.string(),
  quarter: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  base: z.enum(iftaBases),
  length_unit: z.enum(lengthUnits),
  volume_unit: z.enum(volumeUnits),
  currency: z.enum(currencies),
  uploads: z.object({ distances: upload.nullable(), fuel: upload.nullable() }),
  /** What is missing first, then the questions. */
  findings: z.array(finding),
  fuels: z.array(fuelSheet),
  units: z.array(unitSums),
  /** By unit, fuel type and jurisdiction, also of units outside IFTA. Reefer fuel is in no sheet. */
  volumes: z.array(unitVolume),
  reefer_volume: z.number(),
  /** Where the rates of the quarter come from. */
  rate_sources: z.array(z.string()),
})
export type IftaWorksheet = z.infer<typeof worksheet>

const file = { field: 'file', maxBytes: maxIftaFileBytes } as const
export const ifta = defineContract('ifta', {
  worksheet: {
    method: 'GET',
    path: '/ifta/worksheet',
    summary: 'Get the IFTA worksheet of a quarter, with what is missing',
    can: 'reporting.read',
    query: ofQuarter.extend({ base: z.enum(iftaBases).optional() }),
    reply: worksheet,
  },
  distances: {
    method: 'GET',
    path: '/ifta/distances',
    summary: 'Get the uploaded distances of a quarter',
    can: 'reporting.read',
    query: ofQuarter,
    reply: z.object({ upload: upload.nullable(), distances: z.array(distance) }),
  },
  fuel: {
    method: 'GET',
    path: '/ifta/fuel',
    summary: 'Get the uploaded fuel bought elsewhere of a quarter',
    can: 'reporting.read',
    query: ofQuarter,
    reply: z.object({ upload: upload.nullable(), fuel: z.array(fuel) }),
  },
  rates: {
    method: 'GET',
    path: '/ifta/rates',
    summary: 'Get the IFTA rates of a quarter',
    can: 'reporting.read',
    query: z.strictObject({ quarter }),
    reply: z.object({ upload: upload.nullable(), rates: z.array(rate) }),
  },
  template: {
    method: 'GET',
    path: '/ifta/templates/:kind',
    summary: 'Download a CSV with the columns of a file and an example',
    can: 'reporting.read',
    params: z.object({ kind: z.enum(iftaKinds) }),
    reply: 'file',
  },
  uploadDistances: {
    method: 'POST',
    path: '/ifta/distances',
    summary: 'Upload the distances of a quarter (CSV, at most 5 MB); they replace those uploaded before',
    can: 'reporting.update',
    query: uploading,
    transaction: 'none',
    upload: file,
    reply: outcome,
  },
  uploadFuel: {
    method: 'POST',
    path: '/ifta/fuel',
    summary: 'Upload the fuel bought elsewhere in a quarter (CSV, at most 5 MB); it replaces what was uploaded before',
    can: 'reporting.update',
    query: uploading,
    transaction: 'none',
    upload: file,
    reply: outcome,
  },
  uploadRates: {
    method: 'POST',
    path: '/ifta/rates',
    summary: 'Upload the IFTA rates of a quarter (CSV, at most 5 MB); they replace those uploaded before',
    can: 'reporting.update',
    isForStaff: true,
    query: ratesUploading,
    transaction: 'none',
    upload: file,
    reply: outcome,
  },
  removeUpload: {
    method: 'DELETE',
    path: '/ifta/uploads/:id',
    summary: 'Delete what was uploaded for a quarter; the quarter then has no such file',
    can: 'reporting.update',
    params: z.object({ id: id() }),
    reply: z.null(),
  },
})
