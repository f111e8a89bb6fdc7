import type { ReactNode } from 'react'

export type FilterFields = readonly { key: string; label: string; field: ReactNode }[]
/** Filters with their labels. The fields carry the labels for screen readers. */
export const LabelledFilters = ({ fields }: { fields: FilterFields }) =>
  fields.map(({ key, label, field }) => (
    <div key={key}>
      <span aria-hidden className="filter-label">
        {label}
      </span>
      {field}
    </div>
  ))
