import base64
import json
import os
import pathlib
from datetime import datetime

from openapi_client import ApiClient, ClaimsApi, Configuration, ContractsApi, EventsApi
from openapi_client.models import (
    ClaimInsuredInput,
    ClaimLocationInput,
    ContractProductDataUpdate,
    CreateClaimRequest,
    CreateClaimRequestQuestionsValue,
    CreateContractProductData,
    CreateContractRequest,
    JsonDocumentBody,
    ProductDefinedInBody,
    ProductToInsure,
    TerminateContractRequest,
    UpdateContractRequest,
)

env = os.environ
client = ApiClient(Configuration(host=env["API_URL"], api_key={"Auth": env["API_KEY"]}))
contracts, claims, events = ContractsApi(client), ClaimsApi(client), EventsApi(client)


def request(start):
    bike = ProductDefinedInBody(
        product_type="bike",
        product_subtype="electric",
        value_excl=2400,
        brand="Moustache",
        model="Lundi 27",
        data=CreateContractProductData(product_marked="BC-12345"),
    )
    return CreateContractRequest(
        uid=env["RENTER"],
        contract_type="LCD",
        start_date=datetime.fromisoformat(start),
        end_date=datetime.fromisoformat(env["NEXT_WEEK"]),
        options=["break", "theft"],
        products=[ProductToInsure(bike)],
    )


price = contracts.create_contract(request(env["TOMORROW"]), preview=True).contract.price
contract = contracts.create_contract(request(env["TOMORROW"])).contract
entry = next(iter(contract.products))
changes = UpdateContractRequest(products={entry: ContractProductDataUpdate(user_name="Grace Hopper")})
contracts.update_contract(contract.cid, changes)
contracts.cancel_contract(contract.cid, terminate_contract_request=TerminateContractRequest(reason="Booked twice."))

insured = contracts.create_contract(request(env["NOW"])).contract
questions = {
    "Quels éléments du matériel sont cassés ?": "La roue avant",
    "La casse est-elle due à un accident avec un tiers ?": False,
    "Avez-vous fait un constat avec le tiers ?": False,
    "La réparation est-elle effectuée en externe ?": False,
}
draft = claims.create_claim(
    CreateClaimRequest(
        user_id=env["RENTER"],
        contract_id=insured.cid,
        contract_product_id=next(iter(insured.products)),
        type="break",
        subtype="partial_break",
        claim_at=insured.start_date,
        description="Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.",
        questions={question: CreateClaimRequestQuestionsValue(answer) for question, answer in questions.items()},
        insured=ClaimInsuredInput(first_name="Ada", last_name="Martin", phone_number="+33612345678"),
        location=ClaimLocationInput(address="14 montée de la Grande Côte", city="Lyon", country="FR", zipcode="69001"),
    )
).data
photo = pathlib.Path(env["PHOTO"]).read_bytes()
form, *others = [each.type for each in draft.document_entries if each.category == "mandatory"]
claims.upload_document(draft.id, form, "The bike", ("photo.png", photo))
content = base64.b64encode(photo).decode()
claims.upload_documents(
    draft.id, [JsonDocumentBody(type=other, title=other, filename="photo.png", content=content) for other in others]
)
submitted = claims.submit_claim(draft.id).data
event_types = [event.event_type.value for event in events.list_events(subject=contract.cid).events]
print(json.dumps({"price": price, "cid": contract.cid, "claimId": submitted.claim_id, "eventTypes": event_types}))
