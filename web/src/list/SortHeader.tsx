import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'

type Props = { header: string; direction: 'asc' | 'desc' | undefined; disabledReason: string | undefined; onSort: () => void }

export function SortHeader({ header, direction, disabledReason, onSort }: Props) {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <button
      type="button"
      className="sort-button"
      data-sorted={direction !== undefined}
      aria-disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={disabledReason === undefined ? onSort : undefined}
    >
      {header}
      <Icon size={14} stroke={1.7} aria-hidden />
      {disabledReason ? <span className="sr-only">{disabledReason}</span> : null}
    </button>
  )
}
