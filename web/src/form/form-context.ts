import { createContext, use, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchMessages, sentence } from '../ui/words/sentence.ts'
import { isRequired, type RecordForm } from './record-form.ts'

export type FieldInfo = { name: string; label: string; section: string }
export type FormFrame = {
  form: RecordForm
  isDisabled: boolean
  lockOf: (name: string) => string | undefined
  register: (field: FieldInfo) => () => void
  /** The field that a dialog focuses first. */
  first?: string | undefined
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
export function useField<Value>(name: string, label: string) {
  const frame = use(FormContext)
  if (!frame) throw new Error(`The field ${name} stands outside a form.`)
  const { t } = useTranslation()
  const section = use(SectionContext)
  const { form, register } = frame
  useEffect(() => register({ name, label, section }), [register, name, label, section])
  // Load the messages early, so field errors can be shown immediately.
  useEffect(() => void fetchMessages(), [])
  const error = form.state.errors[name]
  const lock = frame.lockOf(name)
  const isProposed = use(ProposedContext).has(name)
  return {
    value: form.state.values[name] as Value,
    set: (value: Value) => form.change(name, value),
    lock,
    input: {
      id: fieldIdOf(name),
      name,
      label: t(label),
      required: isRequired(form.schema, name),
      disabled: frame.isDisabled || lock !== undefined,
      error: typeof error === 'string' ? sentence(t, error) : undefined,
      onBlur: () => form.leave(name),
      ...(frame.first === name ? { 'data-autofocus': true } : {}),
      ...(isProposed ? { 'data-proposed': true, 'aria-description': t('Proposed'), title: t('Proposed') } : {}),
      ...(lock
        ? { description: sentence(t, lock), descriptionProps: { className: 'sr-only' }, inputWrapperOrder: lockedOrder }
        : {}),
    },
  }
}
