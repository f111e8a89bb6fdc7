export const productCodesPath = '/product-codes'
