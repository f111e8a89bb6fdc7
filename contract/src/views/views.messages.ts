/** Kept views of lists. */
export const viewMessages = {
  'view.name-taken': 'A preset with this name already exists.',
  'view.too-many': 'Remove a preset first: a list can have up to {max}.',
  'view.too-many-of-all': 'Remove a preset first: all lists together can have up to {max}.',
  'view.needs-admin': 'Only an Admin can keep, change or remove a preset of the whole company.',
} as const
