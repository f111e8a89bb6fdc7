import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { dateText } from '../ui/words/texts.ts'

/** How a line is named in dialogs and to screen readers. */
export const nameOfLine = ({ payer, reference, line_date }: BankLine): string =>
  [payer || reference, dateText(line_date)].filter(Boolean).join(', ')
