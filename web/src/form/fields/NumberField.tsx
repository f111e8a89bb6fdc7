import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'
import { LockMark, lockMark } from '../lock-mark.tsx'
import { ambiguousComma, typedNumber, writtenNumber } from './typed-number.ts'

export type NumberFieldProps = {
  name: string
  label: string
  sign?: string
  unit?: string | undefined
  placeholder?: string | undefined
  /** The decimals of a number set by the form, such as cents. Typed text stays as typed. */
  decimals?: number
  /** The read-only format, which can have thousands separators. */
  asRead?: (value: number) => string
}

/**
 * Keeps the typed text and gives the form its number. An input that formats while typing silently cuts decimals and
 * loses digits. Here the schema reports the error.
 */
export const NumberField = drawnField<number | null, NumberFieldProps>(function NumberBox(props) {
  const { value, set, input, lock, sign, unit, placeholder, decimals, asRead } = props
  const { t, language } = useTranslation()
  const written = writtenNumber(value, language, decimals)
  const [text, setText] = useState(written)
  const meant = typedNumber(text, language)
  if (!Object.is(meant, value ?? null) && !Number.isNaN(value)) setText(written)
  const readings = input.error ? ambiguousComma(text, language) : null
  return (
    <TextInput
      {...input}
      {...(readings ? { error: t('Type {thousands} or {decimal}. A comma can mean either.', readings) } : {})}
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
        set(typedNumber(event.currentTarget.value, language))
      }}
    />
  )
})

/** The unit stays visible on a locked field. */
function Unit({ unit, lock }: { unit: string; lock: string | undefined }) {
  return (
    <span className="field-unit">
      {unit}
      {lock ? <LockMark reason={lock} /> : null}
    </span>
  )
}
