from covergate import Covergate, CovergateError

covergate = Covergate()
try:
    covergate.contracts.get("unknown")
except CovergateError as error:
    print(error.name, error.code, error.status)
    print(error.cure, error.execution_id)
