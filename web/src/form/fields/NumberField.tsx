import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useField } from '../form-context.ts'
import { LockMark, lockMark } from '../lock-mark.tsx'
import { typedNumber } from './typed-number.ts'

export type NumberFieldProps = {
  name: string
  label: string
  sign?: string
  unit?: string | undefined
  placeholder?: string | undefined
  /** How many a number has that is put in from outside, such as cents; what is typed stays as typed. */
  decimals?: number
  /** How it is written where it is only read; nobody types there, so it may have its thousands apart. */
  asRead?: (value: number) => string
}

/**
 * Keeps the typed text as it is and gives the form the number it means. A number input that formats while one types
 * cuts decimals and loses digits without a word; here the schema says what is wrong.
 */
export function NumberField({ name, label, sign, unit, placeholder, decimals, asRead }: NumberFieldProps) {
  const { value, set, input, lock } = useField<number | null>(name, label)
  const written =
    value === null || value === undefined ? '' : decimals === undefined ? String(value) : value.toFixed(decimals)
  const [text, setText] = useState(written)
  const meant = typedNumber(text)
  if (!Object.is(meant, value ?? null) && !Number.isNaN(value)) setText(written)
  return (
    <TextInput
      {...input}
      {...(sign ? { leftSection: <span aria-hidden>{sign}</span> } : {})}
      {...lockMark(lock)}
      {...(unit ? { rightSection: <Unit unit={unit} lock={lock} />, rightSectionWidth: lock ? 92 : 72 } : {})}
      inputMode="decimal"
      autoComplete="off"
      className="number-field"
      placeholder={placeholder}
      value={lock && asRead && typeof value === 'number' ? asRead(value) : text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        set(typedNumber(event.currentTarget.value))
      }}
    />
  )
}

/** What the number is in stays in sight where the field is locked. */
function Unit({ unit, lock }: { unit: string; lock: string | undefined }) {
  return (
    <span className="field-unit">
      {unit}
      {lock ? <LockMark reason={lock} /> : null}
    </span>
  )
}
