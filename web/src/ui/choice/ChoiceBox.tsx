import { Input, InputBase, type SelectProps } from '@mantine/core'
import { type ClosedField, openedLater } from '../opened-later/opened-later.tsx'
import { Chevron } from './Chevron.tsx'

export type ChoiceProps = SelectProps

type Option = string | number | { value?: unknown; label?: string; items?: readonly Option[] }
/** What the list calls the value. */
function labelOf(options: readonly Option[], value: unknown): string | undefined {
  for (const option of options) {
    if (typeof option !== 'object') {
      if (String(option) === value) return String(option)
    } else if (option.items) {
      const found = labelOf(option.items, value)
      if (found !== undefined) return found
    } else if (option.value === value) return option.label ?? String(value)
  }
  return undefined
}

/** Has the looks, role and name of the complete field, and no list. */
function ClosedChoice(props: ChoiceProps & ClosedField) {
  const { data, value, onChange, searchable = false, clearable, clearButtonProps, typed, onType, ...others } = props
  const { name, allowDeselect, filter, limit, nothingFoundMessage, openOnFocus, classNames, ...more } = others
  const { searchValue, onSearchChange, selectFirstOptionOnChange, defaultValue, ...input } = more
  const chosen = value === null || value === undefined ? '' : labelOf((data ?? []) as readonly Option[], value)
  const clear = (
    <Input.ClearButton
      tabIndex={-1}
      aria-hidden
      {...clearButtonProps}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange?.(null, null)}
    />
  )
  return (
    <InputBase
      rightSectionPointerEvents="none"
      {...input}
      __staticSelector="Select"
      __defaultRightSection={<Chevron />}
      __clearable={Boolean(clearable && value !== null && value !== undefined && !props.disabled)}
      __clearSection={clear}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      pointer={!searchable}
      readOnly={!searchable}
      value={typed ?? searchValue ?? chosen ?? ''}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** A choice from a list, which is fetched once the user touches the page. */
export const ChoiceBox = openedLater<ChoiceProps>(
  async () => (await import('./OpenChoice.tsx')).OpenChoice,
  ClosedChoice,
)
