import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useRef } from 'react'
import type { z } from 'zod'

export type FormMode = 'add' | 'edit' | 'view'
export type Shape = z.ZodObject
export type Values = Record<string, unknown>
/** The names of a schema's fields whose values have the given type. */
export type NameOf<S extends Shape, Value> = {
  [K in keyof z.input<S> & string]: NonNullable<z.input<S>[K]> extends Value ? K : never
}[keyof z.input<S> & string]

export type RecordForm = {
  schema: Shape
  state: UseFormReturnType<Values>
  /** Validates a field when it is left, then on every change. */
  change: (name: string, value: unknown) => void
  leave: (name: string) => void
  /** Takes fresh values and keeps the user's input. Returns the current values of fields that both changed. */
  rebase: (fresh: Values) => Values
  /** Takes the record as saved, which can differ from the input. */
  settle: (saved: Values) => void
}

/** Also of lists. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export function useRecordForm<S extends Shape>(schema: S, initial: z.input<S> | Values): RecordForm {
  const state = useForm<Values>({ initialValues: initial as Values, validate: schemaResolver(schema, { sync: true }) })
  const left = useRef(new Set<string>())
  const current = useRef(state)
  current.current = state
  const change = useCallback((name: string, value: unknown) => {
    current.current.setFieldValue(name, value as never)
    if (left.current.has(name)) current.current.validateField(name)
  }, [])
  const leave = useCallback((name: string) => {
    left.current.add(name)
    current.current.validateField(name)
  }, [])
  return {
    schema,
    state,
    change,
    leave,
    rebase: (fresh) => {
      const typed = Object.fromEntries(Object.entries(state.getValues()).filter(([name]) => state.isDirty(name)))
      const before = state.getInitialValues()
      state.setInitialValues(fresh)
      state.setValues({ ...fresh, ...typed })
      state.clearErrors()
      return Object.fromEntries(
        Object.keys(typed).flatMap((name) =>
          isSame(fresh[name], before[name]) || isSame(fresh[name], typed[name]) ? [] : [[name, fresh[name]]],
        ),
      )
    },
    settle: (saved) => {
      state.setInitialValues(saved)
      state.setValues(saved)
    },
  }
}

/** A record has more fields than the form sends. Keep only those of the schema. */
export function valuesOf(schema: Shape, record: Values): Values {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, record[name] ?? null]))
}

/** A new record, with empty texts where the form has them. */
export const blankOf = (schema: Shape, texts: readonly string[]): Values => ({
  ...valuesOf(schema, {}),
  ...Object.fromEntries(texts.map((name) => [name, ''])),
})

/** Whether a field holds something to show. */
export const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Kept per field: forms ask at every key. */
const known = new WeakMap<z.ZodType, boolean>()
export const isRequired = (schema: Shape, name: string): boolean => {
  const field = schema.shape[name] as z.ZodType | undefined
  if (field === undefined) return false
  const required = known.get(field) ?? !field.safeParse(undefined).success
  known.set(field, required)
  return required
}
export const isFilledWell = (schema: Shape, name: string, value: unknown): boolean => {
  const field = schema.shape[name] as z.ZodType | undefined
  return field?.safeParse(value).success === true
}
