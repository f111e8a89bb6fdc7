export const smartbuyPath = '/smartbuy'
export const truckcarePath = '/truckcare'
export const reportingPath = '/reporting'
