import { z } from 'zod'
import { requiredAs } from '../fields.ts'
import type { Message } from '../message.ts'

/** ISO 3166: `CA`, `CA-QC`; a city's key is its state's key and its name: `CA-QC-saint-jerome`. */
export const countryKey = () => z.string().regex(/^[A-Z]{2}$/, 'field.country')
export const stateKey = (missing: Message = 'field.required') =>
  z.string(requiredAs(missing)).regex(/^[A-Z]{2}-[A-Z]{2}$/, 'field.state')
export const cityKey = () => z.string().regex(/^[A-Z]{2}-[A-Z]{2}-[a-z0-9-]{1,80}$/, 'field.city')
