/** The mark of a field that offers choices, as the component library draws it. */
export const Chevron = () => (
  <svg viewBox="0 0 15 15" fill="none" aria-hidden data-combobox-chevron>
    <path
      d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25 7.5 11.5l2.25-2.25"
      stroke="currentColor"
      strokeWidth={0.9}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
