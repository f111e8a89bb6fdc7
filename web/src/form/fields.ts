import type { ReactNode } from 'react'
import { DateField, type DateFieldProps } from './fields/DateField.tsx'
import { ListField, type ListFieldProps } from './fields/ListField.tsx'
import { NumberField, type NumberFieldProps } from './fields/NumberField.tsx'
import { PasswordField, type PasswordFieldProps } from './fields/PasswordField.tsx'
import { SelectField, type SelectFieldProps } from './fields/SelectField.tsx'
import { SuggestField, type SuggestFieldProps } from './fields/SuggestField.tsx'
import { TextField, type TextFieldProps } from './fields/TextField.tsx'
import { WeekdaysField, type WeekdaysFieldProps } from './fields/WeekdaysField.tsx'
import type { NameOf, Shape } from './record-form.ts'

type Field<Props, Name> = (props: Omit<Props, 'name'> & { name: Name }) => ReactNode

/** Fields whose names are checked against the schema: an unknown name, or one of another type, does not compile. */
export function fieldsOf<S extends Shape>(_schema: S) {
  return {
    TextField: TextField as Field<TextFieldProps, NameOf<S, string>>,
    NumberField: NumberField as Field<NumberFieldProps, NameOf<S, number>>,
    SelectField: SelectField as Field<SelectFieldProps, NameOf<S, string>>,
    SuggestField: SuggestField as Field<SuggestFieldProps, NameOf<S, string>>,
    PasswordField: PasswordField as Field<PasswordFieldProps, NameOf<S, string>>,
    ListField: ListField as Field<ListFieldProps, NameOf<S, readonly unknown[]>>,
    DateField: DateField as Field<DateFieldProps, NameOf<S, string>>,
    WeekdaysField: WeekdaysField as Field<WeekdaysFieldProps, NameOf<S, string>>,
  }
}
