export const customersPath = '/customer'
export const companiesPath = '/company'
