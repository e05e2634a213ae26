import os

from covergate import Covergate

covergate = Covergate()
for contract in covergate.contracts.list(uid=os.environ["RENTER"]):
    print(contract["cid"], contract["status"], contract["price"])
