import type { ReactNode } from 'react'
import { DateField, type DateFieldProps } from './DateField.tsx'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
import type { NameOf, Shape } from './record-form.ts'
import { SelectField, type SelectFieldProps } from './SelectField.tsx'
import { SuggestField, type SuggestFieldProps } from './SuggestField.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { WeekdaysField, type WeekdaysFieldProps } from './WeekdaysField.tsx'

type Field<Props, Name> = (props: Omit<Props, 'name'> & { name: Name }) => ReactNode

/** The fields with their names checked against one schema: a name that it lacks, or of another kind, does not compile. */
export function fieldsOf<S extends Shape>(_schema: S) {
  return {
    TextField: TextField as Field<TextFieldProps, NameOf<S, string>>,
    NumberField: NumberField as Field<NumberFieldProps, NameOf<S, number>>,
    SelectField: SelectField as Field<SelectFieldProps, NameOf<S, string>>,
    SuggestField: SuggestField as Field<SuggestFieldProps, NameOf<S, string>>,
    PasswordField: PasswordField as Field<PasswordFieldProps, NameOf<S, string>>,
    DateField: DateField as Field<DateFieldProps, NameOf<S, string>>,
    WeekdaysField: WeekdaysField as Field<WeekdaysFieldProps, NameOf<S, string>>,
  }
}
