import { createContext, createElement, type FC, memo, use, useCallback, useEffect, useMemo, useState } from 'react'
import { fetchMessages, sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { isFilled, isRequired, type RecordForm } from './record-form.ts'

export type FieldInfo = { name: string; label: string; section: string }
export type FormFrame = {
  form: RecordForm
  isDisabled: boolean
  /** A page to read: no required marks, and empty fields fold away (UX-1). */
  isView?: boolean
  lockOf: (name: string) => string | undefined
  register: (field: FieldInfo) => () => void
  /** The field that a dialog focuses first. */
  first?: string | undefined
}
export type FieldState<Value> = {
  value: Value
  set: (value: Value) => void
  lock: string | undefined
  /** The properties of the input. */
  input: {
    id: string
    name: string
    label: string
    required: boolean
    disabled: boolean
    error: string | undefined
    onBlur: () => void
    wrapperProps?: Record<`data-${string}`, boolean>
  }
}
export const FormContext = createContext<FormFrame | null>(null)
export const SectionContext = createContext('')
/** The fields whose value the form proposes. They look different until the user changes them (TXN-25). */
export const ProposedContext = createContext<ReadonlySet<string>>(new Set())

/** The hidden reason comes after the input, so it takes no room above it. */
const lockedOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export const sectionIdOf = (title: string): string => `section-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
export const fieldIdOf = (name: string): string => `field-${name}`
export function focusField(name: string): void {
  const element = document.getElementById(fieldIdOf(name))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** Fields register themselves on mount, so the index and the summary need no separate list. */
export function useFieldList() {
  const [fields, setFields] = useState<readonly FieldInfo[]>([])
  const register = useCallback((field: FieldInfo) => {
    setFields((now) => [...now, field])
    return () => setFields((now) => now.filter((one) => one !== field))
  }, [])
  return { fields, register }
}

/** A field's value, error, required mark and lock, by name, from the surrounding form. */
export function useField<Value>(name: string, label: string): FieldState<Value> {
  const frame = use(FormContext)
  if (!frame) throw new Error(`The field ${name} stands outside a form.`)
  const { t } = useTranslation()
  const section = use(SectionContext)
  const { form, register, isView = false } = frame
  useEffect(() => register({ name, label, section }), [register, name, label, section])
  // Load the messages early, so field errors can be shown immediately.
  useEffect(() => void fetchMessages(), [])
  const { change, leave } = form
  const set = useCallback((value: Value) => change(name, value), [change, name])
  const onBlur = useCallback(() => leave(name), [leave, name])
  const value = form.state.values[name] as Value
  const fault = form.state.errors[name]
  const error = typeof fault === 'string' ? sentence(t, fault) : undefined
  const lock = frame.lockOf(name)
  const isProposed = use(ProposedContext).has(name)
  const isFirst = frame.first === name
  const isFolded = isView && !isFilled(value)
  const required = !isView && isRequired(form.schema, name)
  const disabled = frame.isDisabled || lock !== undefined
  const input = useMemo(
    () => ({
      id: fieldIdOf(name),
      name,
      label: t(label),
      required,
      disabled,
      error,
      onBlur,
      ...(isFolded ? { wrapperProps: { 'data-empty': true } } : {}),
      ...(isFirst ? { 'data-autofocus': true } : {}),
      ...(isProposed ? { 'data-proposed': true, 'aria-description': t('Proposed'), title: t('Proposed') } : {}),
      ...(lock
        ? { description: sentence(t, lock), descriptionProps: { className: 'sr-only' }, inputWrapperOrder: lockedOrder }
        : {}),
    }),
    [name, label, required, disabled, error, onBlur, isFolded, isFirst, isProposed, lock, t],
  )
  return { value, set, lock, input }
}

/** Options are often listed again by the page; what counts is whether they say the same. */
const isSameProp = (one: unknown, other: unknown, depth = 2): boolean => {
  if (Object.is(one, other)) return true
  if (depth === 0 || typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => isSameProp(value, (other as Record<string, unknown>)[key], depth - 1))
  )
}
const areSame = (before: object, after: object): boolean => isSameProp(before, after, 4)

/**
 * A field that is drawn again only when its own value, error or lock changed. A card's form has forty fields, and
 * drawing all of them at every key is slow (UX-14).
 */
export function drawnField<Value, Props extends { name: string; label: string }>(Box: FC<Props & FieldState<Value>>) {
  const Drawn = memo(Box, areSame) as unknown as FC<Props & FieldState<Value>>
  return function Field(props: Props) {
    return createElement(Drawn, { ...props, ...useField<Value>(props.name, props.label) })
  }
}
