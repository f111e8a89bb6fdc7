export const markupsPath = '/customer-markup'
