import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete, type AutocompleteProps } from '@mantine/core'

export const OpenSuggestions = (props: AutocompleteProps) => <Autocomplete {...props} />
