/** Cookie that remembers whether the charts above lists are open. */
export const chartCookie = "covergate-list-chart";
