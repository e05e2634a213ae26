from covergate import Covergate

covergate = Covergate()
response = covergate.with_response(covergate.renters.list)
print(len(response.data), response.status, response.headers["content-type"], response.execution_id)
